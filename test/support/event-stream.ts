import { type IncomingHttpHeaders, request } from 'node:http'
import { type StreamEvent, streamEvent } from '../../src/simulator/bodies/control/stream.ts'

/** Returns the events in the text of a stream. Each event must match its schema. */
export function parseStreamEvents(text: string): readonly StreamEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? []
      if (data === undefined) {
        if (/^(?:retry: \d+\n)?:/.test(block)) return []
        throw new Error(`This is no event and no comment: ${block}`)
      }
      return [streamEvent.parse({ id: Number(id), event, data: JSON.parse(data) })]
    })
}

export interface OpenStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Returns the text of the stream so far. */
  text(): string
  /** Resolves with the events so far, once `isFound` returns true for one of them. */
  until(isFound: (event: StreamEvent) => boolean): Promise<readonly StreamEvent[]>
  /** Resolves with whether the server ended the stream properly and did not cut it off. */
  readonly ended: Promise<boolean>
  /** Stops reading. Later events wait at the server. */
  pause(): void
  resume(): void
  close(): void
}

/** For tests: opens a stream of events. When the function resolves, the stream gets every later event. */
export function openStream(
  url: string,
  { path, headers = {} }: { readonly path: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { agent: false, headers }, (response) => {
      let text = ''
      let unread = ''
      const events: StreamEvent[] = []
      const readEvents = (): readonly StreamEvent[] => {
        const end = unread.lastIndexOf('\n\n') + 2
        if (end < 2) return events
        events.push(...parseStreamEvents(unread.slice(0, end)))
        unread = unread.slice(end)
        return events
      }
      const watchers = new Set<() => void>()
      const ended = new Promise<boolean>((tell) => response.once('close', () => tell(response.complete)))
      const opened: OpenStream = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        until: (isFound) =>
          new Promise((found, failed) => {
            let looked = 0
            const checkNewEvents = (): void => {
              for (const event of readEvents().slice(looked)) {
                looked += 1
                if (!isFound(event)) continue
                watchers.delete(checkNewEvents)
                found([...events])
                return
              }
            }
            watchers.add(checkNewEvents)
            checkNewEvents()
            void ended.then(() =>
              failed(new Error(`The stream ended before the expected event came:\n${text}`)),
            )
          }),
        ended,
        pause: () => void response.pause(),
        resume: () => void response.resume(),
        close: () => void asked.destroy(),
      }
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        unread += piece
        resolve(opened)
        for (const checkNewEvents of watchers) checkNewEvents()
      })
      // The client itself closes the connection and then gets an error, which is ignored.
      response.on('error', () => undefined)
      response.once('end', () => resolve(opened))
    })
    asked.once('error', reject)
    asked.end()
  })
}
