import { isErrorCode, isSimulatorErrorCode } from '../../simulator/specification/errors.ts'
import { allowLineBreaks } from '../pages/components/breakable.tsx'

/** Renders an error code as a link to its page of the reference; a code that no page explains as text. */
export function ErrorCode({ code }: { readonly code: string }) {
  const text = <code>{allowLineBreaks(code)}</code>
  return isErrorCode(code) || isSimulatorErrorCode(code) ? <a href={`/docs/errors/${code}`}>{text}</a> : text
}
