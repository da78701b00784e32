// The page that is shown, among tabs that do not fit: brought into view where the style sheet alone cannot.

document.querySelector(":is(.desk-nav, .tabs) [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
