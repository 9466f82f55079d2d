// What the terms of the graph mean, for people who see them for the first time.

const KINDS = {
  wait: 'Lock or RLock: waits while it holds the first lock',
  poll: 'TryLock in a loop that ends only with success',
  spin: 'a spinning trylock: waits for a bounded time',
  retry: 'one-shot TryLock in a busy retry loop',
  try: 'one-shot TryLock that gives up, falls back, backs off or is bounded',
};

// kindTitle explains a kind.
export function kindTitle(kind) {
  return KINDS[kind] || kind;
}

const VERDICTS = {
  deadlock: 'Each side can hold what the next one waits for, and then none goes on.',
  livelock: 'Each side waits or polls while it holds what the next one wants: none goes on, and those that poll burn a CPU.',
  'spinning livelock': 'The owners spin on each other, give up and start over, again and again.',
  'trylock inversion':
    'Safe only while TryLock tries once: it burns a CPU while the other side is busy, and never ends once TryLock spins.',
  'retry livelock': 'Each side lets go and tries again at once, which can go on for ever.',
  'bounded spin': 'A spinning trylock goes against the order of the others: whenever they meet, it burns its whole cap.',
  avoidance: 'A TryLock that gives up keeps this from being a deadlock. It must not be made to spin.',
  'order violation': 'An edge goes against a declared order.',
};

// verdictText says what can come of a cycle.
export function verdictText(verdict) {
  return VERDICTS[verdict] || '';
}

// MARKS are what can be said of a class beside its name.
export const MARKS = [
  { name: 'weak', title: 'Known only by its wrapper or by an ambiguous place: never enough for a report' },
  { name: 'adaptive', title: 'An adaptive mutex: a spinner sees the owner wait and bails out' },
  { name: 'nested', title: 'Two of its locks were held at once, as in a tree: a cycle by class proves little' },
];
