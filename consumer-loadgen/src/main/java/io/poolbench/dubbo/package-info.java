/**
 * Level 2: the clients of the dubbo protocol and of Triple, each a {@link
 * io.poolbench.load.Target}; the calls that a study describes, and a single call for inspection.
 * The only package of the driver that imports Dubbo.
 */
package io.poolbench.dubbo;
