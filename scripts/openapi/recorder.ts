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
  readonly #client: TestClient

  constructor(url: string) {
    this.#client = new TestClient(url)
  }

  /** Asks without keeping what is answered. */
  async ask(question: Question): Promise<Answer> {
    return this.#client.send(question)
  }

  /** Asks, and keeps the answer as what the operation does in this case: the code of an error, or `success`. */
  async record(operation: string, outcome: string, question: Question): Promise<Answer> {
    const answer = await this.#client.send(question)
    const { code = 'success' } = Object(Object(answer.body).error)
    if (code !== outcome)
      throw new Error(`${operation}: ${answer.request} was to be ${outcome}, and is ${code}: ${answer.bytes}`)
    const name = nameOf(operation, outcome)
    if (!this.recordings.has(name)) this.recordings.set(name, { question, answer })
    return answer
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
  return `${operation} ${outcome}`
}
