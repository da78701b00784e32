// A page from which the program is on this phone, for when there is no network.
import { keepOffline } from "./offline.js";

keepOffline();
