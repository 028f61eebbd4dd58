import type { Turn } from '../choices/choice.ts'
import type { ProfileReference } from '../step.ts'
import {
  about,
  batching,
  buying,
  calling,
  newestOf,
  partyOf,
  passing,
  type Scene,
  type Story,
  shipments,
} from './scenario.ts'

/** Texts that are written down otherwise where somebody is careless: long, quoted, in other letters, beyond two bytes. */
const names: readonly [string, ...string[]] = [
  'The Honourable Society of Northern Lighthouse Keepers',
  "O'Brien & Daughters",
  "Pat O'Brien",
  'Łukasz Żółć',
  'Party 🎈 Supplies',
  'José Müller',
  '{}',
]

/** What is asked for with such texts comes back with them. */
export function oddTexts(scene: Scene): Story {
  const { client, pick } = scene
  const owner = partyOf('owner', scene)
  const [to, from] = [pick(names, 'to'), pick(names, 'from')]
  const isBatch = pick([false, false, false, true], 'batch')
  const rate = newestOf('rate', scene)
  const label = newestOf('label', scene)
  const made: readonly Turn[] = isBatch
    ? [batching(owner, rate), about(owner, 'buyBatch', newestOf('batch', scene)), passing(client, 300)]
    : [buying(owner, rate), about(owner, 'getLabel', label)]
  const body = {
    ...shipments.usual,
    to_address: addressWith('to', to),
    from_address: addressWith('from', from),
  }
  return {
    name: `${to}, ${isBatch ? 'in a batch' : 'in a label'}`,
    turns: () => [calling(owner, 'createRates', () => ({ body })), ...made],
  }
}

const addressWith = (take: 'to' | 'from', name: string): ProfileReference => ({
  $: 'profile',
  take,
  with: name === '{}' ? { zip: '{}-0110' } : { name },
})

/** Numbers that carriers write: long ones, ones that begin with zeros, letters in lower case. */
const numbers: readonly [string, ...string[]] = [
  '4201011893612089954283330804361234',
  '00340434161094',
  'ab12cd34',
  '1Z999AA10123456784',
  '9400100000000000000000',
]

/** One number is also that of another carrier's parcel, now and then: then each of the two has a tracker. */
export function oddNumbers(scene: Scene): Story {
  const owner = partyOf('owner', scene)
  const number = scene.pick(numbers, 'number')
  const isShared = scene.pick([true, false], 'shared')
  const rate = newestOf('rate', scene)
  const tracker = newestOf('tracker', scene)
  // By the names that the service has for carriers, which need not be ours.
  const registerWith = (carrierOf: (carriers: readonly string[]) => string | undefined): Turn =>
    calling(owner, 'registerTracker', ({ things }) => {
      const carrier = carrierOf(things.flatMap((thing) => (thing.kind === 'rate' ? [thing.carrier] : [])))
      return carrier === undefined ? undefined : { body: { tracking_number: number, carrier } }
    })
  const register = registerWith(([first]) => first)
  const registerAgain = isShared
    ? registerWith(([first, ...others]) => others.find((carrier) => carrier !== first))
    : register
  return {
    name: isShared ? `${number} of two carriers` : number,
    turns: () => [
      (world) =>
        rate(world) === undefined
          ? calling(owner, 'createRates', () => ({ body: shipments.usual }))(world)
          : undefined,
      register,
      about(owner, 'getTracker', tracker),
      registerAgain,
      about(owner, 'getTracker', tracker),
    ],
  }
}
