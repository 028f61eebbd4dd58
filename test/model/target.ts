import { z } from 'zod'
import type { Answer, Question } from '../support/test-client.ts'
import type { Environment } from './world.ts'

/** What the model is held against: anything that answers. */
export interface Target {
  ask(question: Question): Promise<Answer | undefined>
}

/** One client at a target: its keys, and the control protocol below its account. */
export class Client {
  readonly #target: Target
  readonly #account: string
  readonly #keys: Readonly<Record<Environment, string>>

  constructor(
    target: Target,
    given: { readonly account: string; readonly keys: Readonly<Record<Environment, string>> },
  ) {
    this.#target = target
    this.#account = given.account
    this.#keys = given.keys
  }

  /** A request to the service. */
  call(key: Environment, request: string, body?: unknown): Promise<ModelAnswer> {
    const [method, path] = split(request)
    return this.#ask({ method, path, key: this.#keys[key], ...(body !== undefined && { body }) })
  }

  /** A call of the control protocol, which must succeed. */
  async control(request: string, body?: unknown): Promise<unknown> {
    const [method, path] = split(request)
    const told = await this.#ask({
      method,
      path: `/_drydock/accounts/${this.#account}${path}`,
      ...(body !== undefined && { body }),
    })
    if (told.code !== 'done') throw new Error(`${request} was answered ${told.status} ${told.code}`)
    return told.body
  }

  async #ask(question: Question): Promise<ModelAnswer> {
    const answer = await this.#target.ask(question)
    if (answer === undefined) throw new Error(`${question.method} ${question.path} was not answered`)
    const { status, body } = answer
    return { status, body, code: status < 300 ? 'done' : refusal.parse(body).error.code }
  }
}

/** What an answer says: done, or the code of a refusal. */
export interface ModelAnswer {
  readonly status: number
  readonly code: string
  readonly body: unknown
}

const refusal = z.object({ error: z.object({ code: z.string() }) })
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

function split(request: string): [Question['method'], string] {
  const [named = '', path = ''] = request.split(' ')
  const method = methods.find((each) => each === named)
  if (method === undefined) throw new Error(`${named} is no method.`)
  return [method, path]
}

/** A difference between what must be and what is: a sentence of the specification that does not hold. */
export class Deviation extends Error {}

/** Fails unless the answer is one of those that are right. */
export function mustBe(what: string, told: ModelAnswer, answers: readonly string[]): void {
  if (!answers.includes(told.code))
    throw new Deviation(`${what}: expected ${answers.join(' or ')}, was told ${told.status} ${told.code}`)
}

export function mustEqual(what: string, is: unknown, expected: unknown): void {
  if (!Object.is(is, expected)) throw new Deviation(`${what}: expected ${String(expected)}, is ${String(is)}`)
}
