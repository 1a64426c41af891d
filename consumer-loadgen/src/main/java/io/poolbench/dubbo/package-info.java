/**
 * Level 2: the clients of the dubbo protocol and of Triple, each a {@link
 * io.poolbench.load.Target}. The only package of the driver that imports Dubbo.
 */
package io.poolbench.dubbo;
