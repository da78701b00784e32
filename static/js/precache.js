// Sender layer. Pages that install the app on this phone for offline use.
import { installOffline } from "./service-worker.js";

installOffline();
