import type { ServerContext } from '../service/exchange.ts'
import { Feed, type FeedSource } from './feed.ts'

const known = new WeakMap<ServerContext, Feeds>()

/** Returns the feeds of a server; the first call creates them. They end when the server closes. */
export function findOrCreateFeeds(server: ServerContext): Feeds {
  const made = known.get(server)
  if (made !== undefined) return made
  const feeds = new Feeds(server)
  known.set(server, feeds)
  server.endings.add(() => feeds.end())
  return feeds
}

/** The feeds of a server by account. A feed is created for its first reader. */
export class Feeds {
  readonly #source: FeedSource
  readonly #feeds = new Map<string, Feed>()
  #isEnded = false

  constructor(source: FeedSource) {
    this.#source = source
  }

  /** Returns the feed of an account, created if needed. Throws CONTROL.ACCOUNT.NOT_FOUND for an unknown id. */
  findFeed(account: string): Feed {
    const { id } = this.#source.simulator.getAccount(account)
    const known = this.#feeds.get(id)
    if (known !== undefined) return known
    const feed = new Feed(this.#source, { account: id, onEnded: () => this.#feeds.delete(id) })
    this.#feeds.set(id, feed)
    if (this.#isEnded) feed.end()
    return feed
  }

  /** Ends all event streams, also those that clients request later. */
  end(): void {
    this.#isEnded = true
    for (const feed of this.#feeds.values()) feed.end()
  }
}
