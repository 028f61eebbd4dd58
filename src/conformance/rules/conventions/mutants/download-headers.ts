import { mutant } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { headerOf, type WireRequest, type WireResponse, withHeader } from '../../../proof/wire.ts'

const isDownload = ({ path }: WireRequest): boolean => path.endsWith('/download')

/** Downloads that lack what every answer has. */
export const downloadHeaderMutants: readonly Mutant[] = [
  mutant('downloads-of-one-id', 'All downloads have the same request id.', ['HEAD-007'], () => {
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
    mutant(`bare-download-${what}`, `A download that is ${what} has no headers about limits.`, ['HEAD-007'], {
      response: (response, request) =>
        isDownload(request) && response.status < 300 === (what === 'given')
          ? { ...response, headers: { 'content-type': headerOf(response, 'content-type') ?? '' } }
          : undefined,
    }),
  ),
]
