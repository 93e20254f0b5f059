// The part of the page that verifies: a file of its own, which loads after the first drawing.

import { BundleClient } from "./client.js";

export { BundleClient };
