// Pages that install the app on this phone for offline use.
import { keepOffline } from "./offline.js";

keepOffline();
