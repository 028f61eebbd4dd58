import * as z from 'zod'
import { addFault } from '../../simulator/faults/add-fault.ts'
import { showFault } from '../../simulator/faults/fault-body.ts'
import { failNotFound } from '../http/not-found.ts'
import { type ControlRoute, defineAccountRoute, defineBodyRoute, noContent } from './route.ts'

const anything = z.record(z.string(), z.unknown(), { error: 'must be an object' })

export const faultRoutes: readonly ControlRoute[] = [
  defineBodyRoute('POST', '/faults', anything, (context, input) => ({
    status: 201,
    body: showFault(addFault(context, input)),
  })),
  defineAccountRoute('GET', '/faults', ({ state }) => ({
    status: 200,
    body: { faults: [...state.faults.values()].map(showFault) },
  })),
  defineAccountRoute('DELETE', '/faults', ({ state }) => {
    state.faults.clear()
    return noContent
  }),
  defineAccountRoute('DELETE', '/faults/{fault}', ({ state }, { param }) => {
    if (!state.faults.delete(param('fault'))) failNotFound('fault', param('fault'))
    return noContent
  }),
]
