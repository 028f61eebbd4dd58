import type { BatchBody } from '../../simulator/bodies/batches.ts'
import { writeRatesJson } from '../../simulator/bodies/rates.ts'
import type { ServiceResponse } from '../../simulator/bodies/service-responses.ts'
import type { Call } from '../../simulator/requests/call.ts'
import type { ListBodyReader } from '../../simulator/requests/list-body.ts'
import {
  createLargeBatchReader,
  parseAddress,
  parseBatch,
  parseBuyLabel,
  parseLargeBatch,
  parseRates,
  parseTracker,
} from '../../simulator/requests/parse.ts'
import { validateAddress } from '../../simulator/resources/addresses.ts'
import { buyBatch, checkBatchSize, createBatch, getBatch } from '../../simulator/resources/batches/batches.ts'
import { listCarrierAccounts } from '../../simulator/resources/carrier-accounts.ts'
import { loadContacts } from '../../simulator/resources/contact.ts'
import { listDeliveries } from '../../simulator/resources/deliveries.ts'
import { buyLabel, getLabel, voidLabel } from '../../simulator/resources/labels/labels.ts'
import { createRates } from '../../simulator/resources/rates.ts'
import { getTracker, registerTracker } from '../../simulator/resources/trackers.ts'
import { getWallet } from '../../simulator/resources/wallet.ts'
import { fail } from '../../simulator/specification/errors.ts'
import { keysOf } from '../../simulator/specification/keys-of.ts'
import {
  downloadLabel,
  downloadSandboxLabel,
  getOperation,
  type Operation,
  type OperationName,
} from '../../simulator/specification/operations.ts'
import { createMethodRefusal, refuseRequest } from '../http/refusal.ts'
import { batchBodyLimitBytes, bodyLimitBytes } from '../http/request-body.ts'
import type { ServerContext, ServiceHttp } from './exchange.ts'
import { createLabelPdfHandler, createSandboxPdfHandler } from './label-download.ts'
import { createOperationHandler, type OperationRoute, type ServiceHandler } from './operation-route.ts'
import { findOperation, toRouterPath } from './service-paths.ts'

/** The table of all operations. This type requires that each operation returns its documented body. */
type RouteTable = {
  readonly [Name in OperationName]: Omit<
    OperationRoute<ServiceResponse<Name>>,
    'operation' | 'createResponse'
  >
}

export const operationRoutes: RouteTable = {
  validateAddress: {
    bodyLimitBytes,
    run: (call, request) => validateAddress(call, parseAddress(request.json())),
  },
  createRates: {
    bodyLimitBytes,
    run: (call, request) => createRates(call, parseRates(request.json())),
    toJson: writeRatesJson,
  },
  buyLabel: {
    bodyLimitBytes,
    load: loadContacts,
    run: (call, request) => buyLabel(call, parseBuyLabel(request.json())),
  },
  getLabel: { load: loadContacts, run: (call, request) => getLabel(call, request.id) },
  voidLabel: { run: (call, request) => voidLabel(call, request.id) },
  registerTracker: {
    bodyLimitBytes,
    run: (call, request) => registerTracker(call, parseTracker(request.json())),
  },
  getTracker: { run: (call, request) => getTracker(call, request.id) },
  listCarrierAccounts: { run: (call) => listCarrierAccounts(call) },
  createBatch: {
    bodyLimitBytes: batchBodyLimitBytes,
    run: (call, request) => createBatch(call, parseBatch(request.json(), checkBatchSize)),
    createReader: () => createLargeBatchReader(() => fail('BATCH.SIZE.EXCEEDED')),
    readInSteps: (request) => {
      const body = request.getLargeBodyReader()
      return body && readLargeBatch(body)
    },
  },
  buyBatch: { run: (call, request) => buyBatch(call, request.id) },
  getBatch: { run: (call, request) => getBatch(call, request.id) },
  getWallet: { run: (call) => getWallet(call) },
  listDeliveries: { run: (call) => listDeliveries(call) },
}

/** Parses a large batch in steps, so that it blocks no other request. Returns the function that creates the batch. */
function* readLargeBatch(body: ListBodyReader): Generator<void, (call: Call) => BatchBody> {
  const input = yield* parseLargeBatch(body, checkBatchSize)
  return (call) => createBatch(call, input)
}

/** The operations of the service and the two label downloads. */
export interface Service {
  /** The method and the path of each operation, with `:id` in place of an id. */
  readonly routes: readonly { readonly method: string; readonly path: string }[]
  /** Responds to a request whose path belongs to the service. Never rejects. */
  readonly serve: (http: ServiceHttp) => Promise<void>
}

/** Returns the service. It finds the operation of a request in a table, which is faster than Hono's router. */
export function createServiceRoutes(server: ServerContext): Service {
  const routes: { readonly method: string; readonly path: string }[] = []
  const handlers = new Map<string, ServiceHandler>()
  const registerHandler = (operation: Operation, handler: ServiceHandler): void => {
    routes.push({ method: operation.method, path: toRouterPath(operation) })
    handlers.set(operation.name, handler)
  }
  for (const name of keysOf(operationRoutes)) {
    const operation = getOperation(name)
    registerHandler(
      operation,
      createOperationHandler<unknown>(server, { operation, ...operationRoutes[name] }),
    )
  }
  registerHandler(downloadLabel, createLabelPdfHandler(server))
  registerHandler(downloadSandboxLabel, createSandboxPdfHandler(server))
  const serve = async (http: ServiceHttp): Promise<void> => {
    const { method, path } = http.req
    const found = findOperation(method, path)
    const handler = found && handlers.get(found.operation.name)
    try {
      if (handler !== undefined) return await handler(http, found?.id ?? '')
    } catch (error) {
      return refuseRequest(server, http, error)
    }
    const { error, ...known } = createMethodRefusal(server, path)
    return refuseRequest(server, http, error, known)
  }
  return { routes, serve }
}
