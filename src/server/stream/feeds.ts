import type { ServerContext } from '../exchange.ts'
import { Feed, type FeedSource } from './feed.ts'

const known = new WeakMap<ServerContext, Feeds>()

/** The feeds of a server, which end with it. */
export function feedsOf(server: ServerContext): Feeds {
  const made = known.get(server)
  if (made !== undefined) return made
  const feeds = new Feeds(server)
  known.set(server, feeds)
  server.endings.add(() => feeds.end())
  return feeds
}

/** The feeds of all accounts that somebody has asked for. */
export class Feeds {
  readonly #source: FeedSource
  readonly #feeds = new Map<string, Feed>()
  #isEnded = false

  constructor(source: FeedSource) {
    this.#source = source
  }

  /** The feed of an account. Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id. */
  of(account: string): Feed {
    const { id } = this.#source.simulator.account(account)
    const known = this.#feeds.get(id)
    if (known !== undefined) return known
    const feed = new Feed(this.#source, { account: id, ended: () => this.#feeds.delete(id) })
    this.#feeds.set(id, feed)
    if (this.#isEnded) feed.end()
    return feed
  }

  /** Ends all streams, and those that are asked for later. */
  end(): void {
    this.#isEnded = true
    for (const feed of this.#feeds.values()) feed.end()
  }
}
