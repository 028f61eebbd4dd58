import { type WireResponse, withHeader } from '../../../../src/conformance/selftest/wire.ts'
import { answersWith, errorIn, isOf } from '../answers.ts'
import { listed } from '../breakage.ts'
import { goesTo } from '../limits.ts'
import { sharedLimits } from '../rules.ts'

/** Limits where nothing is stated of them (choices 11 to 13). */

const download = goesTo('GET /v1/labels/{id}/download')
const sample = goesTo('GET /v1/sandbox/labels/{id}.pdf')

function withoutLimits(response: WireResponse): WireResponse {
  const names = Object.keys(response.headers).filter((name) => name.startsWith('x-ratelimit'))
  return names.reduce((changed, name) => withHeader(changed, name, undefined), response)
}

export const limitChoices = listed({
  11: [
    sharedLimits,
    answersWith('Windows are the minutes of the clock.', (response) => {
      const reset = Number(response.headers['x-ratelimit-reset'])
      return Number.isNaN(reset)
        ? undefined
        : withHeader(response, 'X-RateLimit-Reset', String(Math.floor(reset / 60) * 60))
    }),
    answersWith('What is refused does not count.', (response) => {
      const left = Number(response.headers['x-ratelimit-remaining'])
      return [403, 422].includes(response.status)
        ? withHeader(response, 'X-RateLimit-Remaining', String(left + 1))
        : undefined
    }),
    answersWith('What the limit refuses prolongs the window.', (response) =>
      response.status === 429 ? withHeader(response, 'Retry-After', '60') : undefined,
    ),
  ],
  12: [
    answersWith('Without a good key there are no limits.', (response, request) =>
      response.status === 401 || !('authorization' in request.headers) ? withoutLimits(response) : undefined,
    ),
    answersWith('A path that is not there has a limit.', (response) =>
      errorIn(response)?.['code'] === 'REQUEST.ROUTE.NOT_FOUND'
        ? withHeader(response, 'X-RateLimit-Limit', '300')
        : undefined,
    ),
    answersWith('Another method has no limits.', (response) =>
      response.status === 405 ? withoutLimits(response) : undefined,
    ),
  ],
  13: [
    answersWith('Downloads have no limit.', (response, request) =>
      download(request) ? withHeader(response, 'X-RateLimit-Limit', '0') : undefined,
    ),
    answersWith('Samples have no limit.', (response, request) =>
      sample(request) ? withHeader(response, 'X-RateLimit-Limit', '0') : undefined,
    ),
    {
      what: 'Downloads count as labels that are read.',
      open: () => {
        let downloads = 0
        return {
          response: (response, request) => {
            if (download(request) && response.status !== 429) downloads += 1
            const left = Number(response.headers['x-ratelimit-remaining']) - downloads
            return isOf(request, 'getLabel') && downloads > 0
              ? withHeader(response, 'X-RateLimit-Remaining', String(left))
              : undefined
          },
        }
      },
    },
  ],
})
