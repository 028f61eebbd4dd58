import { jsonOf, withJson, withSignedBody } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import type { ProofVariation } from '../variation.ts'

const shortSecret = 'k3y'

/** Variations of webhook events that need control-protocol calls. */
export const eventVariations: readonly ProofVariation[] = [
  {
    id: 'events-of-elsewhere',
    what: 'Timestamps of labels and events are local times without an offset. Events come by PUT and are signed with a short secret. Sandbox events have the URL of the sample PDF.',
    silent: { choice: 33 },
    open: () => ({
      response: (response) => {
        const text = response.body.toString('utf8')
        if (jsonOf(response) === undefined || withLocalTimes(text) === text) return undefined
        return { ...response, body: Buffer.from(withLocalTimes(text)) }
      },
      controlResponse: (response) => {
        const json = jsonOf(response)
        return isObject(json) && typeof json['signing_secret'] === 'string'
          ? withJson(response, { ...json, signing_secret: shortSecret })
          : undefined
      },
      webhook: (delivery) => {
        const text = withLocalTimes(delivery.body.toString('utf8'))
        const isSandbox = text.includes('"tracking_number":"9999')
        const changedText = isSandbox
          ? text.replace(/\/v1\/labels\/([^/"]+)\/download/, '/v1/sandbox/labels/$1.pdf')
          : text
        const sent = withSignedBody({ ...delivery, secret: shortSecret }, Buffer.from(changedText))
        return [{ ...sent, method: 'PUT' }]
      },
    }),
  },
  {
    id: 'late-duplicates',
    what: 'A delivery that succeeded is sent again minutes later, and labels have no `created_at`.',
    silent: { statement: 'EVENTS-40' },
    open: () => {
      const succeeded = new Map<string, unknown>()
      const accounts = new Map<string, string | undefined>()
      return {
        response: (response, request, wire) => {
          const json = jsonOf(response)
          if (request.operation !== 'buyLabel' || !isObject(json)) return undefined
          const { created_at: _, ...rest } = json
          accounts.set(String(json['id']), wire.accountOf(request))
          return withJson(response, rest)
        },
        reply: (status, delivery) => {
          const json = jsonOf(delivery)
          const data = isObject(json) ? json['data'] : undefined
          if (status >= 200 && status < 300 && isObject(data)) succeeded.set(String(data['id']), json)
          return undefined
        },
        advanced: async (account, wire) => {
          const again = [...succeeded].filter(([labelId]) => accounts.get(labelId) === account)
          for (const [labelId, event] of again) {
            succeeded.delete(labelId)
            await wire.emit(account, event)
          }
          return again.length > 0
        },
      }
    },
  },
]

/** Converts the timestamps in a text to the time zone nine hours east of UTC. */
function withLocalTimes(text: string): string {
  return text.replace(/"(created_at|timestamp)":"([^"]+)Z"/g, (_, name, instant) => {
    const local = new Date(Date.parse(`${instant}Z`) + 9 * 3_600_000).toISOString()
    return `"${name}":"${local.slice(0, -1)}"`
  })
}
