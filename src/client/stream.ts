import type { StreamEvent } from '../simulator/bodies/stream.ts'
import type { Control } from './control.ts'
import { withQuery } from './query.ts'

export interface StreamOptions {
  /** The id of an event: those after it come first, as far as they are remembered. */
  readonly after?: number | undefined
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined
}

/** What happens in the account, as it happens, until the signal or the end of the account or the simulator. */
export type AccountStream = (options?: StreamOptions) => AsyncGenerator<StreamEvent, void>

/** The stream of the account at path `account`; makes no call before it is read. */
export function openStream(control: Control, account: string): AccountStream {
  return async function* ({ after, signal } = {}) {
    let text = ''
    for await (const piece of control.follow(withQuery(`${account}/stream`, { after }), signal)) {
      const blocks = (text + piece).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readEvent(block)
        if (event !== undefined) yield event
      }
    }
  }
}

/** The event in a block of lines; undefined for one that is a comment. */
function readEvent(block: string): StreamEvent | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trimStart()]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  const event: StreamEvent = JSON.parse(
    `{"id":${fields.get('id')},"event":${JSON.stringify(fields.get('event'))},"data":${data}}`,
  )
  return event
}
