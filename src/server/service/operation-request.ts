import type { ListBodyReader } from '../../simulator/requests/list-body.ts'
import { checkBody, parseBody, type RequestBody } from '../http/request-body.ts'
import type { ServiceHttp } from './exchange.ts'

/** The parts of a request that an operation reads. */
export class OperationRequest {
  readonly #http: ServiceHttp
  readonly #body: RequestBody | null
  /** The `{id}` of the path; empty for an operation without one. */
  readonly id: string

  constructor(http: ServiceHttp, body: RequestBody | null, id: string) {
    this.#http = http
    this.#body = body
    this.id = id
  }

  /** Returns the body as a JSON object. Throws VALIDATION.FIELD.INVALID or REQUEST.BODY.TOO_LARGE. */
  json(): unknown {
    return parseBody(this.#requireBody(), this.#contentType)
  }

  /** Returns the parser that has received a large body; undefined for other bodies. Throws the errors of `json`. */
  getLargeBodyReader(): ListBodyReader | undefined {
    const body = this.#requireBody()
    checkBody(body, this.#contentType)
    return body.reader
  }

  get #contentType(): string | undefined {
    return this.#http.env.incoming.headers['content-type']
  }

  #requireBody(): RequestBody {
    if (this.#body === null) throw new Error('This operation has no body that could be read.')
    return this.#body
  }
}
