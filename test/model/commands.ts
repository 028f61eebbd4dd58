import fc from 'fast-check'
import * as moves from './moves.ts'
import type { Client } from './target.ts'
import type { Card, Environment, World } from './world.ts'

/** Moves as fast-check draws, runs and shrinks them: what is drawn is plain, so that a failing sequence reads by itself. */
type Command = fc.AsyncCommand<World, Client>

/** A move; it is left out where there is nothing to make it with. */
class Move implements Command {
  readonly #text: string
  readonly #isPossible: (world: Readonly<World>) => boolean
  readonly #make: (world: World, client: Client) => Promise<void>

  constructor(
    text: string,
    make: (world: World, client: Client) => Promise<void>,
    isPossible: (world: Readonly<World>) => boolean = () => true,
  ) {
    this.#text = text
    this.#make = make
    this.#isPossible = isPossible
  }

  check(world: Readonly<World>): boolean {
    return this.#isPossible(world)
  }

  run(world: World, client: Client): Promise<void> {
    return this.#make(world, client)
  }

  toString(): string {
    return this.#text
  }
}

/** A move with one of the things there are, the one with this number, counted round. */
function withOne<Thing>(
  text: string,
  at: number,
  things: (world: Readonly<World>) => readonly Thing[],
  make: (world: World, client: Client, thing: Thing) => Promise<void>,
): Command {
  const find = (world: Readonly<World>): Thing | undefined =>
    things(world)[at % Math.max(1, things(world).length)]
  return new Move(
    text,
    async (world, client) => {
      const thing = find(world)
      if (thing !== undefined) await make(world, client, thing)
    },
    (world) => find(world) !== undefined,
  )
}

const key = fc.constantFrom<Environment>('test', 'live')
const at = fc.nat({ max: 5 })
const keyed = fc.record({ key, at })

/** Seconds on both sides of a rate's fifteen minutes and of a batch's last step, and longer. */
const spans = [1, 2, 60, 899, 900, 901, 7_200, 86_400, 90_000]

export const moveArbitraries: fc.Arbitrary<Command>[] = [
  key.map((by) => new Move(`quote(${by})`, (world, client) => moves.quote(world, client, by))),
  keyed.map(({ key: by, at: which }) =>
    withOne(`buy(${by}, rate ${which})`, which, latestRates, (world, client, rate) =>
      moves.buy(world, client, { rate, key: by }),
    ),
  ),
  keyed.map(({ key: by, at: which }) =>
    withOne(`read(${by}, label ${which})`, which, labels, (_, client, label) =>
      moves.readLabel(client, { label, key: by }),
    ),
  ),
  keyed.map(({ key: by, at: which }) =>
    withOne(`void(${by}, label ${which})`, which, labels, (_, client, label) =>
      moves.voidLabel(client, { label, key: by }),
    ),
  ),
  at.map((which) =>
    withOne(`scan(label ${which})`, which, labels, (_, client, label) => moves.scan(client, label)),
  ),
  keyed.map(({ key: by, at: which }) =>
    withOne(`track(${by}, label ${which})`, which, labels, (world, client, { trackingNumber }) =>
      moves.track(world, client, { trackingNumber, key: by }),
    ),
  ),
  fc
    .record({ key, number: fc.constantFrom('99994', '99995', '99997') })
    .map(
      ({ key: by, number }) =>
        new Move(`track(${by}, ${number})`, (world, client) =>
          moves.track(world, client, { trackingNumber: number, key: by }),
        ),
    ),
  keyed.map(({ key: by, at: which }) =>
    withOne(
      `read(${by}, tracker ${which})`,
      which,
      ({ trackers }) => trackers,
      (world, client) => moves.readTracker(world, client, { at: which, key: by }),
    ),
  ),
  fc
    .record({ key, itemCents: fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 4 }) })
    .map(
      ({ key: by, itemCents }) =>
        new Move(`batch(${by}, ${itemCents})`, (world, client) =>
          moves.createBatch(world, client, { itemCents, key: by }),
        ),
    ),
  keyed.map(({ key: by, at: which }) =>
    withOne(`buy(${by}, batch ${which})`, which, batches, (world, client, batch) =>
      moves.buyBatch(world, client, { batch, key: by }),
    ),
  ),
  keyed.map(({ key: by, at: which }) =>
    withOne(`read(${by}, batch ${which})`, which, batches, (world, client, batch) =>
      moves.readBatch(world, client, { batch, key: by }),
    ),
  ),
  key.map((by) => new Move(`wallet(${by})`, (world, client) => moves.readWallet(world, client, by))),
  fc
    .record({
      balanceCents: fc.constantFrom(0, 500, 2_000, 100_000),
      card: fc.constantFrom<Card>('valid', 'declined', 'none'),
      autoReloadCents: fc.constantFrom(null, null, 500, 5_000),
    })
    .map(
      (set) =>
        new Move(
          `set wallet(${set.balanceCents}, ${set.card}, reload ${set.autoReloadCents})`,
          (world, client) => moves.setWallet(world, client, set),
        ),
    ),
  fc
    .integer({ min: 1, max: 3 })
    .map(
      (times) =>
        new Move(`break creation(${times})`, (world, client) => moves.breakCreation(world, client, times)),
    ),
  fc
    .constantFrom(...spans)
    .map(
      (seconds) =>
        new Move(`advance(${seconds} s)`, (world, client) => moves.advance(world, client, seconds)),
    ),
]

const labels = ({ labels: all }: Readonly<World>) => all
const batches = ({ batches: all }: Readonly<World>) => all
/** The latest first, as most purchases are of what was just quoted. */
const latestRates = ({ rates }: Readonly<World>) => rates.toReversed()
