// Databases of a browser (IndexedDB), with promises.

import { timeoutSignal } from "./patience.js";

/** A storage that does not read for so long has stopped: some browsers never answer a request. */
const SILENCE_MILLISECONDS_MAX = 2000;

/** Storage that does not answer. */
export class StorageSilence extends Error {}

/** What a promise gives; rejects if the browser's storage does not answer it in time. */
export function answered(promise, milliseconds = SILENCE_MILLISECONDS_MAX) {
    return new Promise((resolve, reject) => {
        const stop = () => reject(new StorageSilence("the browser’s storage does not answer"));
        timeoutSignal(milliseconds).addEventListener("abort", stop);
        promise.then(resolve, reject);
    });
}

/** Opens a database with these tables. */
export function opened(name, tables) {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => {
            for (const table of tables) request.result.createObjectStore(table);
        };
        request.onsuccess = () => {
            // Another tab may delete the database.
            request.result.onversionchange = () => request.result.close();
            resolve(request.result);
        };
        request.onerror = () => reject(request.error);
        request.onblocked = () => reject(new Error("another tab holds the store"));
    });
}

/** What a request gives. */
export function result(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/** The end of a transaction that has written. */
export function completed(transaction) {
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error("the browser wrote nothing"));
    });
}
