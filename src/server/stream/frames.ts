/** The text of a server-sent event, with its id. */
export interface Frame {
  readonly id: number
  readonly text: string
}

/** Returns the text of a server-sent event. JSON contains no line breaks, so the data is one line. */
export function createFrame(id: number, event: string, data: unknown): Frame {
  return { id, text: `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n` }
}

const keptCount = 1_000
const keptCharacters = 2 * 1024 * 1024

/** Remembers the latest events of a feed, limited in number and size, for readers that connect again. */
export class FrameMemory {
  readonly #frames: Frame[] = []
  #characters = 0

  add(frame: Frame): void {
    this.#frames.push(frame)
    this.#characters += frame.text.length
    while (this.#frames.length > keptCount || this.#characters > keptCharacters) {
      this.#characters -= this.#frames.shift()?.text.length ?? 0
    }
  }

  /** Returns the remembered events after this id; undefined if the id is unknown. */
  listAfter(id: number): readonly Frame[] | undefined {
    const at = this.#frames.findIndex((frame) => frame.id === id)
    return at === -1 ? undefined : this.#frames.slice(at + 1)
  }

  listAll(): readonly Frame[] {
    return [...this.#frames]
  }

  clear(): void {
    this.#frames.length = 0
    this.#characters = 0
  }
}
