import { z } from 'zod'
import type { Account } from './account.ts'
import { spawnDrydock } from './commands/built-command.ts'
import { batchItem, ratesBody, recipient } from './labels/parcels.ts'
import type { TestResponse } from './test-client.ts'

/** An address in Canada, for instructions that need a recipient in another country. */
const canadian = { street1: '100 Queen St W', city: 'Toronto', state: 'ON', zip: 'M5H 2N2', country: 'CA' }

const rated = z.object({ rates: z.tuple([z.object({ id: z.string() })], z.unknown()) })
const identified = z.object({ id: z.string() })

/**
 * Follows the instructions that a review gives for a missed item: runs their commands, sends their requests and fills in
 * their values, in order.
 */
export class InstructionFollower {
  readonly #account: Account
  #key: string
  #recipient: Record<string, string> = recipient
  #number = '99990001'
  #rate: string | undefined
  /** The ids of the latest resources, by the first part of their path. */
  readonly #ids = new Map<string, string>()

  constructor(account: Account) {
    this.#account = account
    this.#key = account.keys.test
  }

  async follow(how: string): Promise<void> {
    this.#key = how.includes('live key') ? this.#account.keys.live : this.#key
    for (const [, span = ''] of how.matchAll(/`([^`]+)`/g)) await this.#followStep(span)
  }

  async #followStep(span: string): Promise<void> {
    if (span.startsWith('drydock ')) return this.#run(span)
    if (/^(GET|POST|DELETE) \//.test(span)) return this.#call(span)
    if (/^\d+$/.test(span)) this.#number = span
    else if (span === 'CA') this.#recipient = { ...this.#recipient, ...canadian }
    else this.#recipient = { ...this.#recipient, name: span }
  }

  async #run(command: string): Promise<void> {
    const filled = await this.#fill(command)
    // Words in quotes may have spaces.
    const words = [...filled.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const { status, stdout, stderr } = await spawnDrydock(words.slice(1)).ended
    if (status !== 0) throw new Error(`${filled} ended with ${status}: ${stderr}`)
    if (filled.includes('keys create')) this.#key = /pr_(?:test|live)_[0-9a-f]{32}/.exec(stdout)?.[0] ?? ''
  }

  /** Fills in the placeholders, which are in capitals, as a reader does. */
  async #fill(command: string): Promise<string> {
    if (command.includes('KEY_ID')) {
      const { keys } = z
        .object({ keys: z.array(z.object({ id: z.string(), last_four: z.string() })) })
        .parse(await this.#account.control('GET /keys'))
      const id = keys.find(({ last_four }) => this.#key.endsWith(last_four))?.id ?? ''
      return command.replace('KEY_ID', id)
    }
    if (command.includes('DELIVERY_ID')) {
      const { deliveries } = z
        .object({ deliveries: z.tuple([identified], z.unknown()) })
        .parse(await this.#account.control('GET /webhook/deliveries'))
      return command.replace('DELIVERY_ID', deliveries[0].id)
    }
    return command
      .replace('LABEL_ID', this.#ids.get('labels') ?? '')
      .replace('INSTANT', '2030-03-04T13:00:00.000Z')
  }

  async #call(request: string): Promise<void> {
    if (request === 'POST /v1/labels' && this.#rate === undefined) await this.#call('POST /v1/rates')
    if (request.includes('{id}')) await this.#makeResource(request)
    const [, kind = ''] = /^\w+ \/v1\/([a-z-]+)/.exec(request) ?? []
    const path = request.replace('{id}', this.#ids.get(kind) ?? '')
    const answer = await this.#account
      .call(path, this.#bodyOf(request), { key: this.#key, isSpoiled: true })
      .catch(() => undefined)
    if (answer !== undefined) this.#note(request, kind, answer)
  }

  /** Creates the resource that a path names, unless an instruction has created it. */
  async #makeResource(request: string): Promise<void> {
    const [, kind = ''] = /^\w+ \/v1\/([a-z-]+)/.exec(request) ?? []
    if (!this.#ids.has(kind)) await this.#call(`POST /v1/${kind}`)
  }

  #bodyOf(request: string): unknown {
    switch (request) {
      case 'POST /v1/rates':
        return ratesBody({ to_address: this.#recipient })
      case 'POST /v1/labels':
        return { rate_id: this.#rate }
      case 'POST /v1/addresses/validate':
        return this.#recipient
      case 'POST /v1/batches':
        return { items: [batchItem(), batchItem()] }
      case 'POST /v1/trackers':
        return { tracking_number: this.#number, carrier: 'UPS' }
      default:
        return undefined
    }
  }

  #note(request: string, kind: string, { body }: TestResponse): void {
    if (request === 'POST /v1/rates') this.#rate = rated.safeParse(body).data?.rates[0].id
    const id = identified.safeParse(body).data?.id
    if (id !== undefined && request.startsWith('POST')) this.#ids.set(kind, id)
  }
}
