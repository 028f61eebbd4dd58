// Replaces Intl.Segmenter in the bundle by a class that creates the segmenter at its first use. Node takes about 20 ms for
// each, and the packages of yargs create three when they are loaded, for tables that only --help prints.
export class LaterSegmenter {
  #wanted
  #made

  constructor(...wanted) {
    this.#wanted = wanted
  }

  segment(text) {
    this.#made ??= new globalThis.Intl.Segmenter(...this.#wanted)
    return this.#made.segment(text)
  }
}
