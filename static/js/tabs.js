// Drawing layer. Scrolls the current tab into view when the tabs don't fit and CSS can't do it.

document.querySelector(":is(.desk-nav, .tabs) [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
