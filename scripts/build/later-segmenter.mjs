// In the place of Intl.Segmenter in the bundle. To make one takes Node some 20 ms; yargs's packages make three as they are
// loaded, for tables that only --help draws. Nothing is done here on loading, or every file of the bundle would load this one.
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
