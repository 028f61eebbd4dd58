import { Agent, request } from 'node:http'

/** An answer that came in full. */
export interface Answer {
  readonly status: number
  readonly requestId: string
  readonly body: unknown
}

export interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly key?: string
  readonly body?: unknown
}

/** One life of the simulator, as its clients meet it. */
export class Service {
  readonly url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  /** How many requests were answered. */
  answered = 0
  readonly #heard: (answer: Answer) => void

  constructor(url: string, heard: (answer: Answer) => void = () => undefined) {
    this.url = url
    this.#heard = heard
  }

  /** The answer; undefined where the connection died before all of it had come. */
  ask({ method, path, key, body }: Question): Promise<Answer | undefined> {
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const headers = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': sent.length }),
    }
    return new Promise((resolve) => {
      const asked = request(`${this.url}${path}`, { method, agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', () => resolve(undefined))
        response.once('aborted', () => resolve(undefined))
        response.once('end', () => {
          if (!response.complete) return resolve(undefined)
          const text = Buffer.concat(chunks).toString()
          const answer = {
            status: response.statusCode ?? 0,
            requestId: String(response.headers['x-request-id']),
            body: text === '' ? undefined : JSON.parse(text),
          }
          this.answered += 1
          this.#heard(answer)
          resolve(answer)
        })
      })
      asked.once('error', () => resolve(undefined))
      asked.end(sent)
    })
  }

  /** An answer that must come and must be a success. */
  async read(question: Question): Promise<unknown> {
    const answer = await this.ask(question)
    if (answer === undefined) throw new Error(`${question.method} ${question.path} was not answered.`)
    if (answer.status > 299)
      throw new Error(
        `${question.method} ${question.path} was answered ${answer.status} ${JSON.stringify(answer.body)}`,
      )
    return answer.body
  }

  close(): void {
    this.#agent.destroy()
  }
}
