// A column taken for something else, or a first line that is one like the others: shown at once.

import { find } from "./parts.js";

const look = find("[data-look]");
look.closest("p").hidden = true;
find("#table").addEventListener("change", () => look.form.requestSubmit(look));
