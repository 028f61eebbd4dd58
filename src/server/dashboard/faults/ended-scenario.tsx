import { runningScenario } from '../../../simulator/scenarios/running.ts'
import type { PageProps } from '../page.ts'

interface EndedScenarioProps extends PageProps {
  /** The ids of the faults that an action removes. */
  readonly without: readonly string[]
}

/** Says before faults are removed that this ends the running scenario; nothing if the scenario goes on. */
export function EndedScenario({ page: { context }, without }: EndedScenarioProps) {
  const name = runningScenario(context)
  if (name === null || runningScenario(context, without) !== null) return null
  return <p class="hint">Ends the scenario {name}.</p>
}
