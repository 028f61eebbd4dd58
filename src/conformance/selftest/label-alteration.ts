import { successJson } from './builders.ts'
import type { Alteration } from './mutant.ts'

/** Changes what comes of a request for a label of this carrier. */
export function alterLabelsOf(carrier: string, change: Alteration['response']): () => Alteration {
  return () => {
    const labels = new Set<string>()
    return {
      response: (response, request, wire) => {
        const json = successJson(response)
        if (request.operation === 'buyLabel' && json?.['carrier'] === carrier) labels.add(String(json['id']))
        return [...labels].some((id) => request.path.includes(id))
          ? change?.(response, request, wire)
          : undefined
      },
    }
  }
}
