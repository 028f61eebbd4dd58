import { headerOf, type WireRequest, type WireResponse, withHeader } from '../../../../variations/wire.ts'
import { mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import type { RuleId } from '../../../rule.ts'

type When = (response: WireResponse, request: WireRequest) => boolean

function header(
  id: string,
  deviation: string,
  kills: readonly [RuleId, ...RuleId[]],
  name: string,
  change: (value: string) => string | undefined,
  when: When = () => true,
): Mutant {
  return mutant(id, deviation)
    .kills(...kills)
    .by({
      response: (response, request) => {
        const value = headerOf(response, name)
        if (value === undefined || !when(response, request)) return undefined
        return withHeader(response, name.toLowerCase(), change(value))
      },
    })
}

const names: readonly (readonly [string, RuleId])[] = [
  ['X-RateLimit-Limit', 'HEAD-001'],
  ['X-RateLimit-Remaining', 'HEAD-002'],
  ['X-RateLimit-Reset', 'HEAD-003'],
  ['X-Request-Id', 'HEAD-004'],
]

const onErrors: When = ({ status }) => status >= 400
const onUnauthorised: When = ({ status }) => status === 401
const onDeletes: When = (_, { method }) => method === 'DELETE'

const isDownload = ({ path }: WireRequest): boolean => path.endsWith('/download')

/** Downloads that lack what every answer has. */
const downloadHeaderMutants: readonly Mutant[] = [
  mutant('downloads-of-one-id', 'All downloads have the same request id.')
    .kills('HEAD-007')
    .by(() => {
      let first: string | undefined
      return {
        response: (response: WireResponse, request: WireRequest) => {
          if (!isDownload(request)) return undefined
          first ??= headerOf(response, 'x-request-id')
          return withHeader(response, 'x-request-id', first)
        },
      }
    }),
  ...(['given', 'refused'] as const).map((what) =>
    mutant(`bare-download-${what}`, `A download that is ${what} has no headers about limits.`)
      .kills('HEAD-007')
      .by({
        response: (response, request) =>
          isDownload(request) && response.status < 300 === (what === 'given')
            ? { ...response, headers: { 'content-type': headerOf(response, 'content-type') ?? '' } }
            : undefined,
      }),
  ),
]

export const headerMutants: readonly Mutant[] = [
  ...names.flatMap(([name, rule]) => {
    const id = name.toLowerCase()
    const gone = () => undefined
    return [
      header(`no-${id}-on-errors`, `${name} is missing on errors.`, [rule], name, gone, onErrors),
      header(
        `no-${id}-without-key`,
        `${name} is missing where a key is refused.`,
        [rule],
        name,
        gone,
        onUnauthorised,
      ),
      header(`no-${id}-on-void`, `${name} is missing on one endpoint.`, [rule], name, gone, onDeletes),
    ]
  }),
  header(
    'worded-limit',
    'X-RateLimit-Limit has a unit.',
    ['HEAD-001'],
    'X-RateLimit-Limit',
    (value) => `${value}/min`,
  ),
  header(
    'negative-remaining',
    'X-RateLimit-Remaining is negative.',
    ['HEAD-002'],
    'X-RateLimit-Remaining',
    () => '-1',
  ),
  header(
    'reset-as-span',
    'X-RateLimit-Reset is a number of seconds from now.',
    ['HEAD-003'],
    'X-RateLimit-Reset',
    () => '60',
  ),
  header(
    'remaining-above-limit',
    'More is left than the limit.',
    ['HEAD-005'],
    'X-RateLimit-Remaining',
    () => '100000',
  ),
  header(
    'constant-request-id',
    'Every answer has the same request id.',
    ['HEAD-006'],
    'X-Request-Id',
    () => 'req_1',
  ),
  mutant('request-id-twice', 'Every tenth answer has the request id of the one before.')
    .kills('HEAD-006')
    .by(() => {
      let count = 0
      let last = ''
      return {
        response: (response) => {
          const id = headerOf(response, 'x-request-id')
          if (id === undefined) return undefined
          count += 1
          if (count % 10 === 0) return withHeader(response, 'x-request-id', last)
          last = id
          return undefined
        },
      }
    }),
  mutant('request-id-echoed', 'A request id that the client brings is given back.')
    .kills('HEAD-008')
    .by({
      response: (response, request) => {
        const brought = headerOf(request, 'x-request-id')
        return brought === undefined ? undefined : withHeader(response, 'x-request-id', brought)
      },
    }),
  ...downloadHeaderMutants,
]
