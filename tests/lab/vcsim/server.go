package main

import (
	"bytes"
	"crypto/tls"
	"net"
	"net/http"
	"net/url"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/mo"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// sessions logs in as the library does, at the vCenter's own time, then puts this lab's property collector, events and performance figures into the new session.
// The library looks an object up in the session before it looks in its own registry, and its own managers cannot be
// replaced there: it asserts their types.
type sessions struct {
	simulator.SessionManager
	center    *center
	overrides func() []mo.Reference
}

func (s *sessions) Login(ctx *simulator.Context, req *types.Login) soap.HasFault {
	body := s.SessionManager.Login(ctx, req)
	if login, ok := body.(*methods.LoginBody); ok && login.Res != nil {
		login.Res.Returnval.LoginTime = s.center.clock().UTC()
		login.Res.Returnval.LastActiveTime = login.Res.Returnval.LoginTime
		for _, override := range s.overrides() {
			ctx.Session.Registry.Put(override)
		}
		s.center.sessions.Store(login.Res.Returnval.Key, true)
	}
	return body
}

// serviceInstance tells the vCenter's own time.
type serviceInstance struct {
	*simulator.ServiceInstance
	center *center
}

func (s *serviceInstance) CurrentTime(*types.CurrentTime) soap.HasFault {
	return &methods.CurrentTimeBody{Res: &types.CurrentTimeResponse{Returnval: s.center.clock().UTC()}}
}

// serve answers on the listener until the process ends. Calls without a session see the front registry only.
func serve(c *center, listener net.Listener, certificate *serverCertificate, user, password string) <-chan error {
	front := simulator.NewRegistry()
	front.Put(c.instance)
	front.Put(newPropertyCollector(c))
	front.Put(&sessions{
		SessionManager: *simulator.Map.SessionManager(),
		center:         c,
		overrides: func() []mo.Reference {
			return []mo.Reference{newPropertyCollector(c), newEventManager(c), newPerformanceManager(c), &serviceInstance{c.instance, c}}
		},
	})

	c.service.Listen = &url.URL{Scheme: "https", Host: listener.Addr().String(), Path: vim25.Path, User: url.UserPassword(user, password)}
	c.service.RegisterSDK(front)
	c.service.ServeMux.HandleFunc(vim25.Path+"/vimServiceVersions.xml", c.service.ServiceVersions)

	c.service.ServeMux.HandleFunc("/folder/", c.serveLogs)

	server := &http.Server{
		Handler:      http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c.service.ServeMux.ServeHTTP(shortTypes{w}, r) }),
		TLSConfig:    &tls.Config{Certificates: []tls.Certificate{certificate.pair}, MinVersion: tls.VersionTLS12},
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
	}
	failed := make(chan error, 1)
	go func() { failed <- server.ServeTLS(listener, "", "") }()
	return failed
}

var (
	ownPrefix = []byte(` xmlns:XMLSchema-instance="http://www.w3.org/2001/XMLSchema-instance"`)
	longType  = []byte(` XMLSchema-instance:type=`)
	shortType = []byte(` xsi:type=`)
)

// shortTypes writes the type of a value as a vCenter does, by the prefix that the envelope declares: Go's encoder declares one of its own
// at each value, which made two fifths of a page.
type shortTypes struct{ http.ResponseWriter }

func (w shortTypes) Write(answer []byte) (int, error) {
	if _, err := w.ResponseWriter.Write(short(answer)); err != nil {
		return 0, err
	}
	return len(answer), nil
}

func short(answer []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(answer, ownPrefix, nil), longType, shortType)
}
