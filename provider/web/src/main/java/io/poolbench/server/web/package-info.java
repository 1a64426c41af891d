/** The web provider: Spring MVC on a servlet container whose pool is measured. */
package io.poolbench.server.web;
