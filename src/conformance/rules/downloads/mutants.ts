import { changeSuccesses, errorOf, isLive } from '../../../variations/json-responses.ts'
import { headerOf, withJson } from '../../../variations/wire.ts'
import { operationOf } from '../../http/operation.ts'
import { alterCarrierLabels, buildMutant } from '../../proof/builders.ts'
import type { Alteration, Mutant } from '../../proof/mutant.ts'
import { buildErrorResponse } from '../../proof/refusal.ts'

const isDownloadRequest = ({ path }: { readonly path: string }): boolean => path.endsWith('/download')

const pdfResponse = {
  status: 200,
  headers: { 'content-type': 'application/pdf' },
  body: Buffer.from('%PDF-1.7\n%%EOF\n'),
}

/** Creates a deliberately broken service that sends the PDF instead of refusing a download with the error `code`. */
const sendPdfInsteadOf = (code: string): Alteration => ({
  response: (response, request) =>
    isDownloadRequest(request) && errorOf(response)?.['code'] === code
      ? { status: 200, headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7\n%%EOF') }
      : undefined,
})

/** Deliberately broken services (mutants) that the rules about downloads must catch. */
export const mutants: readonly Mutant[] = [
  buildMutant('download-as-page', 'The download of a label is an HTML page.')
    .kills('PDF-001', 'PDF-004')
    .by({
      response: (response, request) =>
        isDownloadRequest(request) && response.status === 200
          ? { ...response, body: Buffer.from('<html>') }
          : undefined,
    }),
  buildMutant('download-fails', 'The download of a label fails.')
    .kills('PDF-001')
    .by({
      response: (response, request) =>
        isDownloadRequest(request) && response.status === 200
          ? buildErrorResponse(500, 'LABEL.CREATION.FAILED')
          : undefined,
    }),
  buildMutant('download-open', 'The PDF of a label can be downloaded without a key.')
    .kills('PDF-002')
    .by({
      request: (request) =>
        isDownloadRequest(request) && headerOf(request, 'authorization') === undefined
          ? pdfResponse
          : undefined,
    }),
  buildMutant('download-cut', 'The PDF of a label is cut after a few bytes.')
    .kills('PDF-001')
    .by({
      response: (response, request) =>
        isDownloadRequest(request) && response.status === 200
          ? { ...response, body: response.body.subarray(0, 5) }
          : undefined,
    }),
  buildMutant('download-once-revoked', 'A revoked key still gets the PDF of a label.')
    .kills('PDF-006')
    .by({
      response: (response, request) =>
        isDownloadRequest(request) && errorOf(response)?.['code'] === 'AUTH.KEY.REVOKED'
          ? pdfResponse
          : undefined,
    }),
  buildMutant('download-of-nothing', 'The download of a label that does not exist returns a PDF.')
    .kills('PDF-003')
    .by({
      response: (response, request) =>
        isDownloadRequest(request) && response.status === 404 ? pdfResponse : undefined,
    }),
  buildMutant('bare-download-errors', 'The error of a refused download has only its code.')
    .kills('PDF-005')
    .by({
      response: (response, request) =>
        isDownloadRequest(request) && response.status >= 400
          ? withJson(response, { error: { code: errorOf(response)?.['code'] } })
          : undefined,
    }),
  buildMutant('live-url-broken', 'The label_url of a live label does not lead to a PDF.')
    .kills('PDF-004')
    .by(
      changeSuccesses('buyLabel', (json, request) =>
        isLive(request) ? { ...json, label_url: `${json['label_url']}x` } : undefined,
      ),
    ),
  buildMutant('download-for-anybody', 'An unknown key gets the PDF of a label.')
    .kills('PDF-101')
    .by(sendPdfInsteadOf('AUTH.KEY.INVALID')),
  buildMutant('download-once-expired', 'A key past its expiration gets the PDF of a label.')
    .kills('PDF-102')
    .by(sendPdfInsteadOf('AUTH.KEY.EXPIRED')),
  buildMutant('download-scope-bare', 'The error of a download refused for a missing scope has no docs_url.')
    .kills('PDF-103')
    .by({
      response: (response, request) => {
        const error = errorOf(response)
        if (!isDownloadRequest(request) || response.status !== 403 || error === undefined) return undefined
        const { docs_url: _, ...others } = error
        return withJson(response, { error: others })
      },
    }),
  buildMutant(
    'download-of-ups-without-pdf',
    `${operationOf('getLabel').endpoint}/download does not return a PDF for a label of UPS.`,
  )
    .kills('PDF-007')
    .by(
      alterCarrierLabels('UPS', (response, request) =>
        request.path.endsWith('/download') ? withJson(response, { pdf: null }) : undefined,
      ),
    ),
]
