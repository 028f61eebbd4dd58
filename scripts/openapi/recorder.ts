import type { Answer, Question } from '../../test/support/test-client.ts'
import { TestClient } from '../../test/support/test-client.ts'

/** One exchange that a document shows. */
export interface Recording {
  readonly question: Question
  readonly answer: Answer
}

/** Where examples say that the simulator is; whoever asks for a document is told of the address they asked at. */
export const shownUrl = 'http://127.0.0.1:4010'

/** Asks a simulator and keeps what came of it by operation and outcome: the first of each. */
export class Recorder {
  readonly recordings = new Map<string, Recording>()
  /** Further ways to ask well, for the sake of fields that the first has not. */
  readonly variants: (Recording & { readonly operation: string })[] = []
  readonly #client: TestClient

  readonly #settle: (text: string) => string

  /** `settle` puts into what is kept what does not change from one tour to the next. */
  constructor(url: string, settle: (text: string) => string = (text) => text) {
    this.#client = new TestClient(url)
    this.#settle = settle
  }

  /** Asks without keeping what is answered. */
  async ask(question: Question): Promise<Answer> {
    return this.#client.send(question)
  }

  /** Asks, and keeps the answer as what the operation does in this case: the code of an error, or `success`. */
  async record(operation: string, outcome: string, question: Question, url?: string): Promise<Answer> {
    const client = url === undefined ? this.#client : new TestClient(url)
    const answer = await client.send(question)
    const { code = 'success' } = Object(Object(answer.body).error)
    if (code !== outcome)
      throw new Error(`${operation}: ${answer.request} was to be ${outcome}, and is ${code}: ${answer.bytes}`)
    const name = nameOf(operation, outcome)
    if (!this.recordings.has(name)) this.recordings.set(name, this.#settled({ question, answer }))
    return answer
  }

  /** Keeps what came of an exchange that another client made. */
  keep(operation: string, recording: Recording, outcome = 'success'): void {
    this.recordings.set(nameOf(operation, outcome), this.#settled(recording))
  }

  /** The id of a request that was recorded. */
  get aRequestId(): string {
    const [recording] = this.recordings.values()
    if (recording === undefined) throw new Error('Nothing was recorded yet.')
    return recording.answer.requestId
  }

  async recordVariant(operation: string, question: Question): Promise<Answer> {
    const answer = await this.#client.send(question)
    this.variants.push({ operation, ...this.#settled({ question, answer }) })
    return answer
  }

  /** Lets one answer stand for two operations that refuse alike. */
  copy(from: string, to: string, outcome: string): void {
    this.recordings.set(nameOf(to, outcome), this.of(from, outcome))
  }

  #settled({ question, answer }: Recording): Recording {
    const settle = (value: unknown): unknown =>
      value === undefined ? undefined : JSON.parse(this.#settle(JSON.stringify(value)))
    return {
      question: { ...question, ...(question.body !== undefined && { body: settle(question.body) }) },
      answer: { ...answer, body: settle(answer.body) },
    }
  }

  has(operation: string, outcome: string): boolean {
    return this.recordings.has(nameOf(operation, outcome))
  }

  of(operation: string, outcome: string): Recording {
    const found = this.recordings.get(nameOf(operation, outcome))
    if (found === undefined) throw new Error(`${operation} was not recorded with ${outcome}.`)
    return found
  }
}

function nameOf(operation: string, outcome: string): string {
  return `${operation}: ${outcome}`
}
