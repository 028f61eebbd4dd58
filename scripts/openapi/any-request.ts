import { errorAnswer } from '../../src/server/answer.ts'
import { Simulator } from '../../src/simulator/simulator.ts'
import { ApiError } from '../../src/simulator/specification/errors.ts'
import { sendRaw } from '../../test/support/raw-request.ts'
import { troubleCodes, type unreadCodes } from './documented-codes.ts'
import { type Recorder, shownUrl } from './recorder.ts'

/** Errors that any request may meet, whatever it asks for. */

/** The operation under whose name those are recorded. */
export const anyRequest = 'any'

/** Meets each of them; what takes 30 seconds, a defect or a full disk to meet is made by the function that answers it. */
export async function recordAnyRequest(recorder: Recorder, url: string): Promise<void> {
  for (const [code, text] of Object.entries(unreadable)) {
    const answer = await sendRaw(url, text)
    keep(recorder, code, { status: answer.status, body: answer.text.split('\r\n\r\n')[1] ?? '' })
  }
  const settings = { baseUrl: () => shownUrl, send: () => Promise.resolve(null), seed: 'openapi' }
  const simulator = new Simulator(settings)
  simulator.begin(null)
  const context = simulator.defaultAccount
  for (const code of ['REQUEST.TIMEOUT.EXCEEDED', ...troubleCodes] as const) {
    const options = { requestId: recorder.aRequestId, headers: [] }
    const { status, body } = errorAnswer(context, new ApiError(code), options)
    keep(recorder, code, { status, body: String(body) })
  }
}

const rest = 'Host: localhost\r\nConnection: close\r\n'

const unreadable: Readonly<
  Record<Exclude<(typeof unreadCodes)[number], 'REQUEST.TIMEOUT.EXCEEDED'>, string>
> = {
  'REQUEST.SYNTAX.INVALID': 'GET\r\n\r\n',
  'REQUEST.EXPECTATION.UNKNOWN': `GET / HTTP/1.1\r\n${rest}Expect: magic\r\n\r\n`,
  'REQUEST.HEADERS.TOO_LARGE': `GET / HTTP/1.1\r\n${rest}X: ${'x'.repeat(20_000)}\r\n\r\n`,
}

function keep(recorder: Recorder, code: string, { status, body }: { status: number; body: string }): void {
  const parsed: unknown = JSON.parse(body)
  const { code: answered, request_id: requestId } = Object(Object(parsed).error)
  if (answered !== code) throw new Error(`What was to be ${code} is ${body}`)
  const answer = { request: '', status, headers: {}, bytes: Buffer.from(body), requestId, body: parsed }
  recorder.keep(anyRequest, { question: {}, answer }, code)
}
