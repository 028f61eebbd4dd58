// In the place of Intl.Segmenter in the bundle. To make one takes Node some 20 ms; yargs's packages make three as they are
// loaded, for tables that only --help draws.
const { Segmenter } = Intl

export class LaterSegmenter {
  #wanted
  #made

  constructor(...wanted) {
    this.#wanted = wanted
  }

  segment(text) {
    this.#made ??= new Segmenter(...this.#wanted)
    return this.#made.segment(text)
  }
}
