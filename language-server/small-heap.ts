import { setV8Flag } from '../engine/v8-flags';

/*
 * Beside an editor everything else wants the memory, too. What a check of a long text makes is garbage when it is done: a young
 * generation of 1 MiB, not 16, and a collection of the rest when it has grown by four fifths, not fourfold. Seen were 102 MiB at
 * the highest, not 156, with scenarios of 5,000 lines, for a tenth more time to a change (`npm run bench -- language-server`).
 * Importing the module first sets them before anything else is loaded.
 */
setV8Flag('--semi-space-growth-factor', 1);
setV8Flag('--heap-growing-percent', 80);
