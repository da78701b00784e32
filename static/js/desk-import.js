// Drawing layer. The preview of an imported table: updates at once when a column's role or the headings change.

import { find } from "./live-parts.js";

const look = find("[data-look]");
look.closest("p").hidden = true;
find("#table").addEventListener("change", () => look.form.requestSubmit(look));
