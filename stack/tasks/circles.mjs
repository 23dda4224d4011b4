/** Returns the strongly connected components that contain a cycle, sorted, of a graph with edges `{ from, to }`. */
export function circlesOf(arrows) {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const reached = new Map([...targets.keys()].map((node) => [node, reachedFrom(node, targets)]));
  const seen = new Set();
  const circles = [];
  for (const [node, others] of reached) {
    if (seen.has(node) || !others.has(node)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(node));
    for (const member of circle) seen.add(member);
    circles.push(circle.toSorted());
  }
  return circles;
}

function reachedFrom(node, targets) {
  const reached = new Set();
  const waiting = [node];
  while (waiting.length > 0) {
    for (const { to } of targets.get(waiting.pop()) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached;
}
