/**
 * Level 2: the three ways into a provider on the dubbo protocol, each a {@link
 * io.poolbench.load.Target}. The one package of the driver that imports Dubbo.
 */
package io.poolbench.dubbo;
