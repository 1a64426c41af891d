/** Level 3: what a provider that is not ours runs, and what was configured; a study for it. */
package io.poolbench.inspect;
