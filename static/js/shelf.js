// Where entries lie on this phone until they are sent: IndexedDB, which outlives the page.

const DATABASE = "scorekeeper-outbox";
const STORE = "entries";

function finished(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The entries in IndexedDB, in the order in which they were recorded. */
export class Shelf {
  #open = null;

  #database() {
    this.#open ??= new Promise((resolve, reject) => {
      const asked = indexedDB.open(DATABASE, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "order", autoIncrement: true });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    return this.#open;
  }

  // Resolves when it is on the disk, not merely asked for.
  async #write(change) {
    const transaction = (await this.#database()).transaction(STORE, "readwrite", { durability: "strict" });
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
    const result = change(transaction.objectStore(STORE));
    await done;
    return result?.result;
  }

  async all() {
    return finished((await this.#database()).transaction(STORE).objectStore(STORE).getAll());
  }

  add(entry) {
    return this.#write((store) => store.add(entry));
  }

  put(...entries) {
    return this.#write((store) => entries.forEach((entry) => store.put(entry)));
  }

  /** Take one out and write the others anew, all or nothing. */
  replace(gone, ...entries) {
    return this.#write((store) => {
      store.delete(gone.order);
      entries.forEach((entry) => store.put(entry));
    });
  }
}
