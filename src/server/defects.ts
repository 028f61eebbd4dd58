import { ApiError } from '../simulator/specification/errors.ts'
import { DataFileError } from '../simulator/storage/data-file/data-file-error.ts'
import type { Conceal } from './service/redact.ts'

/** Reports an unexpected error, and where it occurred, to the operator of the simulator. Clients do not see it. */
export type ReportDefect = (error: unknown, where: string) => void

/** Reports unexpected errors as notices, with secrets removed. */
export function createDefectReporter(notice: (text: string) => void, conceal: Conceal): ReportDefect {
  return (error, where) => {
    const trace = error instanceof Error ? (error.stack ?? String(error)) : String(error)
    notice(conceal(`${where} met a defect of the simulator: ${trace}`))
  }
}

/** Writes a notice about an unexpected error to stderr. Used if no listener of notices is set. */
export function printDefect(text: string): void {
  process.stderr.write(`drydock: ${text}\n`)
}

/**
 * Returns the error that a client gets for a thrown error. For an unexpected error, returns REQUEST.INTERNAL.ERROR
 * without details, and reports its stack trace with the request id.
 */
export function toApiError(error: unknown, requestId: string, report: ReportDefect): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DataFileError) return createStorageError(error)
  report(error, `Request ${requestId}`)
  return new ApiError('REQUEST.INTERNAL.ERROR')
}

function createStorageError({ reason, advice }: DataFileError): ApiError {
  return new ApiError('REQUEST.STORAGE.FAILED', {
    message: `The data file cannot be written (${reason}), so the result of this request may be lost.`,
    suggestion: `${advice} The changes are in memory, and are written as soon as the file can be.`,
  })
}
