package com.example.plain;

import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.config.configcenter.AbstractDynamicConfigurationFactory;
import org.apache.dubbo.common.config.configcenter.DynamicConfiguration;
import org.apache.dubbo.common.config.configcenter.nop.NopDynamicConfiguration;

/** Config centers that print that they are used. */
public final class RecordingCenterFactory extends AbstractDynamicConfigurationFactory {
  @Override
  @SuppressWarnings("deprecation") // The only center that needs no server.
  protected DynamicConfiguration createDynamicConfiguration(URL url) {
    System.out.println("\nCONFIG CENTER used");
    return new NopDynamicConfiguration(url);
  }
}
