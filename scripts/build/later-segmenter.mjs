// Replaces Intl.Segmenter in the bundle. Making one takes Node some 20 ms; yargs's packages make three as
// they are loaded, for tables that only --help draws. This file does nothing on loading, or every file of the
// bundle would load it.
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
