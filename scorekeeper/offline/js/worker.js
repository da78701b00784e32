// State layer. Runs the engine, the server's own Python files, in a worker. The server writes `KIT` above this.
"use strict";

const DATABASE = KIT.root ? `${KIT.root}:scorekeeper-engine` : "scorekeeper-engine";
const STORE = "compiled";
/** Milliseconds to look up compiled code, because compiling again takes only a few seconds too. */
const PATIENCE = 8000;

let lang = null;
let started = null;

function openDatabase() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("blocked"));
  });
}

function finished(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Compiling Python takes most of a start, so the result is stored. Without storage, it is compiled again.
async function readCompiled() {
  try {
    const database = await openDatabase();
    const compiled = await finished(database.transaction(STORE).objectStore(STORE).get(KIT.digest));
    database.close();
    return compiled;
  } catch {
    return undefined;
  }
}

async function keepCompiled(compiled) {
  try {
    const database = await openDatabase();
    const store = database.transaction(STORE, "readwrite").objectStore(STORE);
    store.clear();
    if (compiled) await finished(store.put(compiled, KIT.digest));
    database.close();
  } catch {
    // this only makes the next start slower
  }
}

async function words(wanted) {
  const known = Object.hasOwn(KIT.messages, wanted) ? wanted : KIT.language;
  const answer = await fetch(KIT.messages[known]);
  if (!answer.ok) throw new Error(`${KIT.messages[known]}: ${answer.status}`);
  return answer.text();
}

async function start(wanted) {
  const reading = readCompiled();
  const fetching = words(wanted);
  fetching.catch(() => {});
  importScripts(KIT.brython, KIT.engine);
  __BRYTHON__.brython({ debug: 0, indexeddb: false });
  const compiled = await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (compiled) __BRYTHON__.precompiled = { ...compiled };
  try {
    __BRYTHON__.importModule(KIT.entry);
    if (typeof engineAnswer !== "function") throw new Error("the engine did not start");
  } catch (error) {
    await keepCompiled(null);
    throw error;
  }
  engineSpeak(wanted, await fetching);
  lang = wanted;
  if (!compiled) keepCompiled({ ...__BRYTHON__.precompiled });
  return { compiled: Boolean(compiled) };
}

// Rarely used parts are loaded at the first request.
const later = new Map();

function have({ file, words: said, modules }) {
  if (!later.has(file)) {
    const loading = (async () => {
      const [pack, messages] = await Promise.all([file, said[lang] ?? said[KIT.language]].map(async (url) => (await fetch(url)).text()));
      __BRYTHON__.loadBrythonPackage(JSON.parse(pack).modules);
      for (const module of modules) __BRYTHON__.importModule(module);
      engineLearn(lang, messages);
    })();
    later.set(file, loading);
    loading.catch(() => later.delete(file));
  }
  return later.get(file);
}

// Brython throws Python exceptions, which JavaScript can't print.
function said(error) {
  const type = error?.ob_type?.tp_name;
  if (!type) return String(error?.message ?? error);
  return `${type}: ${__BRYTHON__.builtins.str.$factory(error)}`;
}

self.onmessage = async ({ data }) => {
  try {
    if (data.operation === "start") {
      started ??= start(data.lang);
      postMessage({ id: data.id, answer: await started });
      return;
    }
    await started;
    if (Object.hasOwn(KIT.more, data.operation)) await have(KIT.more[data.operation]);
    postMessage({ id: data.id, answer: JSON.parse(engineAnswer(lang, data.operation, JSON.stringify(data.request))) });
  } catch (error) {
    postMessage({ id: data.id, failed: said(error) });
  }
};
